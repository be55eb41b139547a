ALTER TABLE "order_items" ADD COLUMN "run_out" text;--> statement-breakpoint
ALTER TABLE "order_parts" ADD COLUMN "late_minutes" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_parts" ADD COLUMN "late_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "share_token" text;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_share" ON "orders" USING btree ("share_token") WHERE share_token is not null;