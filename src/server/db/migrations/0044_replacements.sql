CREATE TABLE "order_replacements" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"name" jsonb NOT NULL,
	"picture" text NOT NULL,
	"unit_id" smallint NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price" bigint NOT NULL,
	"price" bigint NOT NULL,
	"less" bigint NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"answer_before" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "replaces" integer;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "replaced_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_replacements" ADD CONSTRAINT "order_replacements_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_replacements" ADD CONSTRAINT "order_replacements_item_id_order_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_replacements" ADD CONSTRAINT "order_replacements_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_replacements_order" ON "order_replacements" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_replacements_open" ON "order_replacements" USING btree ("item_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "order_replacements_due" ON "order_replacements" USING btree ("answer_before") WHERE state = 'open';