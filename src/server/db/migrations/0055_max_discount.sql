-- changes data: suppliers get the per cent of their best offer in the place of whether they have any
ALTER TABLE "suppliers" ADD COLUMN "max_discount" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "suppliers" s SET "max_discount" = d."most" FROM (SELECT "supplier_id", max("discount") AS "most" FROM "products" WHERE "withdrawn_at" IS NULL GROUP BY "supplier_id") d WHERE d."supplier_id" = s."id";--> statement-breakpoint
ALTER TABLE "suppliers" DROP COLUMN "has_discount";
