CREATE TABLE "gift_card_photos" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"image" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "photo_id" integer;--> statement-breakpoint
ALTER TABLE "gift_card_photos" ADD CONSTRAINT "gift_card_photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gift_card_photos_user" ON "gift_card_photos" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "gift_card_photos_unused" ON "gift_card_photos" USING btree ("created_at") WHERE used_at is null;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_photo_id_gift_card_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."gift_card_photos"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gift_cards_photo" ON "gift_cards" USING btree ("photo_id") WHERE photo_id is not null;