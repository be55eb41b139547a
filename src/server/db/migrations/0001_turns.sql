DROP INDEX "products_discount";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "products_turn" ON "products" USING btree ("turn","discount" DESC NULLS LAST,"id") WHERE withdrawn_at is null;