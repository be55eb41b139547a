-- changes data: orders that staff look into are paused since this moment
ALTER TABLE "orders" ADD COLUMN "paused_at" timestamp with time zone;--> statement-breakpoint
UPDATE "orders" SET "paused_at" = now() WHERE "paused_for" is not null;