ALTER TABLE "gift_cards" ALTER COLUMN "issued_by" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "order_id" integer;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "design" text DEFAULT 'classic' NOT NULL;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "locale" text DEFAULT 'hy' NOT NULL;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "send_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "message_id" integer;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "unreachable_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_tenders" ADD COLUMN "prepaid" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gift_cards_order" ON "gift_cards" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "gift_cards_due" ON "gift_cards" USING btree ("send_at") WHERE status = 1;