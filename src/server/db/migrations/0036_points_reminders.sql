DROP INDEX "point_lots_remaining";--> statement-breakpoint
DROP INDEX "wallet_entries_user";--> statement-breakpoint
ALTER TABLE "point_lots" ADD COLUMN "reminded_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "point_lots_user" ON "point_lots" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "wallet_entries_user" ON "wallet_entries" USING btree ("user_id","wallet_type","id");