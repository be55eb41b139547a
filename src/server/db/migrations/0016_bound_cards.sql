-- changes data: card payments that the old simulated bank knew end, as its books are gone; no real money is in them
UPDATE "payments" SET "state" = 'expired' WHERE "provider" = 'simulator' AND "state" IN ('created', 'registered', 'processing');--> statement-breakpoint
CREATE TABLE "bound_cards" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"provider" text NOT NULL,
	"client_id" text NOT NULL,
	"binding_id" text NOT NULL,
	"brand" text,
	"last_four" text NOT NULL,
	"expiry" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "client_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "binding_failure" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "bound_card_id" integer;--> statement-breakpoint
ALTER TABLE "bound_cards" ADD CONSTRAINT "bound_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bound_cards_user" ON "bound_cards" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bound_cards_binding" ON "bound_cards" USING btree ("provider","binding_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_bound_card_id_bound_cards_id_fk" FOREIGN KEY ("bound_card_id") REFERENCES "public"."bound_cards"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
DROP TABLE "simulated_bank" CASCADE;