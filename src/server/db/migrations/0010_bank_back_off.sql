ALTER TABLE "payments" ADD COLUMN "unanswered" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "ask_after" timestamp with time zone;