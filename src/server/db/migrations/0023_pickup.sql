ALTER TABLE "branches" ADD COLUMN "pickup" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pickup_misses" smallint DEFAULT 0 NOT NULL;