ALTER TABLE "products" ADD COLUMN "tiers" jsonb;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "points_labelled" boolean DEFAULT false NOT NULL;