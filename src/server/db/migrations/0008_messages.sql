-- changes data: push_subscriptions get the session of their person when there is exactly one, the others go (browsers subscribe again); users lose notification_channels, which no version ever wrote
ALTER TABLE "push_subscriptions" ADD COLUMN "session_id" uuid;--> statement-breakpoint
UPDATE "push_subscriptions" SET "session_id" = (SELECT s."id" FROM "sessions" s WHERE s."user_id" = "push_subscriptions"."user_id" AND s."ended_at" IS NULL) WHERE 1 = (SELECT count(*) FROM "sessions" s WHERE s."user_id" = "push_subscriptions"."user_id" AND s."ended_at" IS NULL);--> statement-breakpoint
DELETE FROM "push_subscriptions" WHERE "session_id" IS NULL;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ALTER COLUMN "session_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "notification_channels";