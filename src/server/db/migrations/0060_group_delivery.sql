ALTER TABLE "group_orders" ADD COLUMN "address_id" integer;--> statement-breakpoint
ALTER TABLE "group_orders" ADD COLUMN "delivery_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "group_orders" ADD CONSTRAINT "group_orders_address_id_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."addresses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "group_orders_address" ON "group_orders" USING btree ("address_id") WHERE "group_orders"."address_id" is not null;