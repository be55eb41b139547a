CREATE TABLE "point_withdrawals" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"account" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"paid_by" text
);
--> statement-breakpoint
ALTER TABLE "point_withdrawals" ADD CONSTRAINT "point_withdrawals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "point_withdrawals_user" ON "point_withdrawals" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "point_withdrawals_waiting" ON "point_withdrawals" USING btree ("user_id") WHERE state = 'requested';