CREATE TABLE "admissions" (
	"id" serial PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"order_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"position" integer NOT NULL,
	"user_id" integer NOT NULL,
	"branch_id" integer NOT NULL,
	"admission_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "admissions_number" UNIQUE("number"),
	CONSTRAINT "admissions_line" UNIQUE("item_id","position")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "admission_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "admissions" jsonb;--> statement-breakpoint
ALTER TABLE "admissions" ADD CONSTRAINT "admissions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admissions" ADD CONSTRAINT "admissions_item_id_order_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admissions" ADD CONSTRAINT "admissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admissions" ADD CONSTRAINT "admissions_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admissions_user" ON "admissions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "admissions_order" ON "admissions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "products_admission" ON "products" USING btree ("admission_at") WHERE admission_at is not null;--> statement-breakpoint
CREATE INDEX "orders_admissions" ON "orders" USING btree ("id") WHERE order_mode = 6 and status = 12;