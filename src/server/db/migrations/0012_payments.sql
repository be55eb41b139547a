-- changes data: each order gets a tender for its amount, payments get the tender they pay and their new states, amounts become bigint
CREATE TABLE "order_tenders" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"payer_id" integer NOT NULL,
	"method_id" smallint NOT NULL,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "payments_open";--> statement-breakpoint
DROP INDEX "payments_unsettled";--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "amount" SET DATA TYPE bigint, ADD COLUMN "tender_id" integer;--> statement-breakpoint
ALTER TABLE "simulated_bank" ALTER COLUMN "amount" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "order_items" ALTER COLUMN "unit_price" SET DATA TYPE bigint, ALTER COLUMN "base_unit_price" SET DATA TYPE bigint, ALTER COLUMN "total_price" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "order_parts" ALTER COLUMN "items_price" SET DATA TYPE bigint, ALTER COLUMN "packing_price" SET DATA TYPE bigint, ALTER COLUMN "delivery_price" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "base_price" SET DATA TYPE bigint, ALTER COLUMN "discount" SET DATA TYPE bigint, ALTER COLUMN "items_price" SET DATA TYPE bigint, ALTER COLUMN "packing_price" SET DATA TYPE bigint, ALTER COLUMN "delivery_price" SET DATA TYPE bigint, ALTER COLUMN "service_fee" SET DATA TYPE bigint, ALTER COLUMN "total" SET DATA TYPE bigint;--> statement-breakpoint
-- Card payments (method 8) of orders that were turned into cash belong to a tender that is released; it stands before the order's present one.
INSERT INTO "order_tenders" ("order_id", "payer_id", "method_id", "amount", "state", "created_at")
	SELECT o."id", o."user_id", 8, o."total", 'released', o."created_at" FROM "orders" o
	WHERE o."payment_id" <> 8 AND EXISTS (SELECT 1 FROM "payments" p WHERE p."order_id" = o."id") ORDER BY o."id";--> statement-breakpoint
-- One tender an order: cash (3) is captured on delivery, a card on settlement; what was cancelled unpaid is released.
INSERT INTO "order_tenders" ("order_id", "payer_id", "method_id", "amount", "state", "created_at")
	SELECT "id", "user_id", "payment_id", "total",
		CASE WHEN "refunded_at" IS NOT NULL THEN 'refunded' WHEN "paid_at" IS NOT NULL OR "status" = 7 THEN 'captured' WHEN "status" = -1 THEN 'released' ELSE 'held' END,
		"created_at"
	FROM "orders" ORDER BY "id";--> statement-breakpoint
UPDATE "payments" p SET
	"tender_id" = t."id",
	"state" = CASE p."state" WHEN 'deposited' THEN 'captured' WHEN 'failed' THEN 'expired' ELSE p."state" END
	FROM "order_tenders" t WHERE t."order_id" = p."order_id" AND t."method_id" = 8;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "tender_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "order_tenders" ADD CONSTRAINT "order_tenders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_tenders" ADD CONSTRAINT "order_tenders_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_tenders_order" ON "order_tenders" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_tender_id_order_tenders_id_fk" FOREIGN KEY ("tender_id") REFERENCES "public"."order_tenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_open" ON "payments" USING btree ("tender_id") WHERE state in ('created', 'registered', 'processing');--> statement-breakpoint
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("checked_at") WHERE state in ('created', 'registered', 'processing', 'refunding');
