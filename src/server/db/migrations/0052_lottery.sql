CREATE TABLE "lottery_draws" (
	"key" text PRIMARY KEY NOT NULL,
	"seed" text NOT NULL,
	"tickets" integer NOT NULL,
	"drawn_at" timestamp with time zone NOT NULL,
	"drawn_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lottery_tickets" (
	"id" serial PRIMARY KEY NOT NULL,
	"rule_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"gift_card_id" integer,
	CONSTRAINT "lottery_tickets_reward" UNIQUE("order_id","rule_id","user_id","position")
);
--> statement-breakpoint
ALTER TABLE "reward_rules" ADD COLUMN "tickets" integer;--> statement-breakpoint
ALTER TABLE "reward_rules" ADD COLUMN "winners" integer;--> statement-breakpoint
ALTER TABLE "reward_rules" ADD COLUMN "prize" bigint;--> statement-breakpoint
ALTER TABLE "lottery_tickets" ADD CONSTRAINT "lottery_tickets_rule_id_reward_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."reward_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lottery_tickets" ADD CONSTRAINT "lottery_tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lottery_tickets" ADD CONSTRAINT "lottery_tickets_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lottery_tickets" ADD CONSTRAINT "lottery_tickets_gift_card_id_gift_cards_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lottery_tickets_user" ON "lottery_tickets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "lottery_tickets_rule" ON "lottery_tickets" USING btree ("rule_id");