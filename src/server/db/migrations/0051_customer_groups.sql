ALTER TABLE "users" ADD COLUMN "customer_group" text;--> statement-breakpoint
ALTER TABLE "reward_rules" ADD COLUMN "vip" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reward_rules" ADD COLUMN "groups" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "groups" jsonb DEFAULT '[]'::jsonb NOT NULL;