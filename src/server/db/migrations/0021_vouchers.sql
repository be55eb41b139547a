CREATE TABLE "voucher_returns" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"sources" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "voucher_uses" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"user_id" integer NOT NULL,
	"contacts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vouchers" (
	"code" text PRIMARY KEY NOT NULL,
	"title" jsonb NOT NULL,
	"kind" text NOT NULL,
	"value" bigint NOT NULL,
	"cap" bigint,
	"funder" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"minimum" bigint NOT NULL,
	"suppliers" jsonb NOT NULL,
	"kinds" jsonb NOT NULL,
	"not_discounted" boolean NOT NULL,
	"methods" jsonb NOT NULL,
	"first_order" boolean NOT NULL,
	"vip" boolean NOT NULL,
	"per_person" integer,
	"in_all" integer
);
--> statement-breakpoint
ALTER TABLE "baskets" ADD COLUMN "voucher_code" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "voucher" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_parts" ADD COLUMN "voucher" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_parts" ADD COLUMN "voucher_delivery" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "voucher_code" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "voucher" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "voucher_funder" text;--> statement-breakpoint
ALTER TABLE "voucher_returns" ADD CONSTRAINT "voucher_returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_uses" ADD CONSTRAINT "voucher_uses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_uses" ADD CONSTRAINT "voucher_uses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "voucher_returns_order" ON "voucher_returns" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "voucher_uses_code" ON "voucher_uses" USING btree ("code","user_id");