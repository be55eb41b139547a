-- changes data: receipts of electronic gift cards, which have no lines, are those of a prepayment, and so are their returns
DROP INDEX "fiscal_receipts_sale";--> statement-breakpoint
DROP INDEX "fiscal_receipts_refund";--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ADD COLUMN "prepayment" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "fiscal_receipts" SET "prepayment" = true WHERE "order_id" IN (SELECT "order_id" FROM "fiscal_receipts" WHERE "kind" = 'sale' AND "content"->'lines' = '[]'::jsonb);--> statement-breakpoint
CREATE UNIQUE INDEX "fiscal_receipts_sale" ON "fiscal_receipts" USING btree ("order_id","prepayment") WHERE kind = 'sale';--> statement-breakpoint
CREATE UNIQUE INDEX "fiscal_receipts_refund" ON "fiscal_receipts" USING btree ("refund_id","prepayment");
