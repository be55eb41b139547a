ALTER TABLE "orders" ADD COLUMN "tip" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_tip" bigint DEFAULT 0 NOT NULL;