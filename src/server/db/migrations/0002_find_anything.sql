CREATE TABLE "favourites" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"supplier_id" integer,
	"product_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favourites_one" CHECK (num_nonnulls(supplier_id, product_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "home_blocks" (
	"section" text NOT NULL,
	"key" text NOT NULL,
	"type" text NOT NULL,
	"size" text NOT NULL,
	"content" jsonb NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "home_blocks_section_key_pk" PRIMARY KEY("section","key")
);
--> statement-breakpoint
CREATE TABLE "catalogs" (
	"id" serial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text,
	"name" jsonb NOT NULL,
	"picture" text NOT NULL,
	"hue" smallint NOT NULL,
	"rule" jsonb NOT NULL,
	"position" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "catalogs_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "properties" (
	"id" serial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"group_key" text NOT NULL,
	"group_name" jsonb NOT NULL,
	"name" jsonb NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "properties_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" serial PRIMARY KEY NOT NULL,
	"supplier_id" integer NOT NULL,
	"code" text NOT NULL,
	"written_on" date NOT NULL,
	"stars" smallint NOT NULL,
	"author" jsonb NOT NULL,
	"words" jsonb NOT NULL,
	"demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "properties" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "content" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "gifts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "favourites_supplier" ON "favourites" USING btree ("user_id","supplier_id");--> statement-breakpoint
CREATE UNIQUE INDEX "favourites_product" ON "favourites" USING btree ("user_id","product_id");--> statement-breakpoint
CREATE INDEX "favourites_newest" ON "favourites" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "catalogs_kind" ON "catalogs" USING btree ("kind","position");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_code" ON "reviews" USING btree ("supplier_id","code");--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("supplier_id","written_on" DESC NULLS LAST,"id" DESC NULLS LAST);