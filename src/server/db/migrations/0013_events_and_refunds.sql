CREATE TABLE "payment_refunds" (
	"id" serial PRIMARY KEY NOT NULL,
	"payment_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"refunded_at" timestamp with time zone,
	CONSTRAINT "payment_refunds_paymentId_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
DROP INDEX "messages_due";--> statement-breakpoint
DROP INDEX "events_unhandled";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "attempts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "retry_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_failed" ON "events" USING btree ("id") WHERE failed_at is not null;--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("channel","secret","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "events_unhandled" ON "events" USING btree ("order_id","id") WHERE handled_at is null;