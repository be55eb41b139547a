ALTER TABLE "orders" ADD COLUMN "tip_for" integer;--> statement-breakpoint
CREATE INDEX "orders_tip" ON "orders" USING btree ("tip_for") WHERE tip_for is not null;