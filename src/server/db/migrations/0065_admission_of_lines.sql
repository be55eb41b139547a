-- changes data: lines of tickets get the time that their tickets are for, or their product where none were made yet
ALTER TABLE "order_items" ADD COLUMN "admission_at" timestamp with time zone;--> statement-breakpoint
UPDATE "order_items" i SET "admission_at" = a."at" FROM (SELECT "item_id", min("admission_at") AS "at" FROM "admissions" GROUP BY "item_id") a WHERE a."item_id" = i."id";--> statement-breakpoint
UPDATE "order_items" i SET "admission_at" = p."admission_at" FROM "products" p WHERE p."id" = i."product_id" AND p."admission_at" IS NOT NULL AND NOT EXISTS (SELECT FROM "admissions" a WHERE a."item_id" = i."id");
