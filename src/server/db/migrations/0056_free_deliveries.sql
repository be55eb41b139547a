ALTER TABLE "vouchers" ADD COLUMN "owner_id" integer;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "order_id" integer;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "rule_id" integer;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_rule_id_reward_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."reward_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vouchers_owner" ON "vouchers" USING btree ("owner_id");--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_reward" UNIQUE("order_id","rule_id","owner_id");