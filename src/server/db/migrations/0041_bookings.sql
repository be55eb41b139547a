CREATE TABLE "bookings" (
	"id" serial PRIMARY KEY NOT NULL,
	"number" text DEFAULT nextval('order_numbers')::text NOT NULL,
	"user_id" integer NOT NULL,
	"supplier_id" integer NOT NULL,
	"branch_id" integer NOT NULL,
	"status" smallint NOT NULL,
	"steps" jsonb NOT NULL,
	"speed" text NOT NULL,
	"pickup_from" timestamp with time zone NOT NULL,
	"pickup_to" timestamp with time zone NOT NULL,
	"return_from" timestamp with time zone NOT NULL,
	"return_to" timestamp with time zone NOT NULL,
	"pickup_accepted_at" timestamp with time zone,
	"address" jsonb NOT NULL,
	"customer_comment" text DEFAULT '' NOT NULL,
	"lines" jsonb NOT NULL,
	"packing_price" bigint NOT NULL,
	"delivery_price" bigint NOT NULL,
	"estimate" bigint NOT NULL,
	"agree_before" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"order_id" integer,
	"ended_for" text,
	"ended_words" text DEFAULT '' NOT NULL,
	"request_key" text NOT NULL,
	"request_hash" text NOT NULL,
	"next_step_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bookings_number_unique" UNIQUE("number"),
	CONSTRAINT "bookings_requestKey_unique" UNIQUE("request_key")
);
--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "bookings" jsonb;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookings_user" ON "bookings" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bookings_pickup" ON "bookings" USING btree ("supplier_id","pickup_from");--> statement-breakpoint
CREATE INDEX "bookings_return" ON "bookings" USING btree ("supplier_id","return_from");--> statement-breakpoint
CREATE INDEX "bookings_next_step" ON "bookings" USING btree ("next_step_at") WHERE next_step_at is not null;--> statement-breakpoint
CREATE INDEX "bookings_agree_before" ON "bookings" USING btree ("agree_before") WHERE agree_before is not null;