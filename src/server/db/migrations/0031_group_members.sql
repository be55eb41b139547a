CREATE TABLE "group_members" (
	"id" serial PRIMARY KEY NOT NULL,
	"group_order_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"ready" boolean DEFAULT false NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "group_orders" ADD COLUMN "locked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "group_orders" ADD COLUMN "expired" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "group_orders" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_order_id_group_orders_id_fk" FOREIGN KEY ("group_order_id") REFERENCES "public"."group_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "group_members_once" ON "group_members" USING btree ("group_order_id","user_id");--> statement-breakpoint
CREATE INDEX "group_members_of" ON "group_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "baskets_group" ON "baskets" USING btree ("group_order_id") WHERE "baskets"."group_order_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "group_orders_open" ON "group_orders" USING btree ("initiator_id") WHERE "group_orders"."status" = 0;--> statement-breakpoint
CREATE INDEX "group_orders_started" ON "group_orders" USING btree ("initiator_id","created_at");