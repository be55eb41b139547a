CREATE TABLE "card_unbindings" (
	"id" serial PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"client_id" text NOT NULL,
	"binding_id" text NOT NULL,
	"unanswered" smallint DEFAULT 0 NOT NULL,
	"ask_after" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "sources" jsonb;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "paid_by" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "taken_off" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "taken_off" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- changes data: what of the price went back, and delivered orders whose whole price did
UPDATE "orders" SET "refunded_amount" = LEAST("orders"."total", "given"."amount"),
  "refunded_at" = CASE WHEN "given"."amount" >= "orders"."total" THEN COALESCE("orders"."refunded_at", "given"."at") ELSE "orders"."refunded_at" END
FROM (
  SELECT "t"."order_id", sum("r"."amount") AS "amount", max("r"."refunded_at") AS "at"
  FROM "payment_refunds" "r"
  LEFT JOIN "payments" "p" ON "p"."id" = "r"."payment_id"
  JOIN "order_tenders" "t" ON "t"."id" = COALESCE("r"."tender_id", "p"."tender_id")
  WHERE "r"."refunded_at" IS NOT NULL AND "r"."reason" IN ('cancelled', 'lines', 'order')
  GROUP BY "t"."order_id"
) "given"
WHERE "given"."order_id" = "orders"."id" AND "given"."amount" > 0;
