ALTER TABLE "orders" ADD COLUMN "greeting" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "run_out" text DEFAULT 'call' NOT NULL;