ALTER TABLE "group_orders" ADD COLUMN "deadline" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "group_orders" ADD COLUMN "reminded_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "group_orders_deadline" ON "group_orders" USING btree ("deadline") WHERE "group_orders"."status" = 0 and "group_orders"."deadline" is not null;