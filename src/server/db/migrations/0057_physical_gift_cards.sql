ALTER TABLE "gift_cards" ADD COLUMN "item_id" integer;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "position" integer;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "sold_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_item_id_order_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "gift_cards_line" ON "gift_cards" USING btree ("item_id","position") WHERE item_id is not null;