CREATE TABLE "claim_photos" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"image" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "point_lots" ALTER COLUMN "rule_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "order_claims" ADD COLUMN "photos" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_claims" ADD COLUMN "refund_as" text DEFAULT 'money' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "as_points" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "claim_photos" ADD CONSTRAINT "claim_photos_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_photos" ADD CONSTRAINT "claim_photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_photos_order" ON "claim_photos" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "claim_photos_unsent" ON "claim_photos" USING btree ("created_at") WHERE sent_at is null;