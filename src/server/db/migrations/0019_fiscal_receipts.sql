CREATE TABLE "fiscal_calls" (
	"register_id" integer NOT NULL,
	"seq" integer NOT NULL,
	"receipt_id" integer NOT NULL,
	"state" text DEFAULT 'sent' NOT NULL,
	"unanswered" smallint DEFAULT 0 NOT NULL,
	"ask_after" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "fiscal_calls_register_id_seq_pk" PRIMARY KEY("register_id","seq")
);
--> statement-breakpoint
CREATE TABLE "fiscal_receipts" (
	"id" serial PRIMARY KEY NOT NULL,
	"register_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"kind" text NOT NULL,
	"refund_id" integer,
	"content" jsonb NOT NULL,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"refusals" smallint DEFAULT 0 NOT NULL,
	"send_after" timestamp with time zone NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"number" text,
	"fiscal" text,
	"qr" text,
	"serial" text,
	"printed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fiscal_registers" (
	"id" serial PRIMARY KEY NOT NULL,
	"crn" text NOT NULL,
	"simulated" smallint NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"lease_owner" text DEFAULT '' NOT NULL,
	"lease_until" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fiscal_registers_crn_unique" UNIQUE("crn")
);
--> statement-breakpoint
ALTER TABLE "fiscal_calls" ADD CONSTRAINT "fiscal_calls_register_id_fiscal_registers_id_fk" FOREIGN KEY ("register_id") REFERENCES "public"."fiscal_registers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_calls" ADD CONSTRAINT "fiscal_calls_receipt_id_fiscal_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."fiscal_receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ADD CONSTRAINT "fiscal_receipts_register_id_fiscal_registers_id_fk" FOREIGN KEY ("register_id") REFERENCES "public"."fiscal_registers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ADD CONSTRAINT "fiscal_receipts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_receipts" ADD CONSTRAINT "fiscal_receipts_refund_id_payment_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."payment_refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "fiscal_calls_answered" ON "fiscal_calls" USING btree ("receipt_id") WHERE state = 'answered';--> statement-breakpoint
CREATE UNIQUE INDEX "fiscal_calls_sent" ON "fiscal_calls" USING btree ("register_id") WHERE state = 'sent';--> statement-breakpoint
CREATE UNIQUE INDEX "fiscal_receipts_sale" ON "fiscal_receipts" USING btree ("order_id") WHERE kind = 'sale';--> statement-breakpoint
CREATE UNIQUE INDEX "fiscal_receipts_refund" ON "fiscal_receipts" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "fiscal_receipts_order" ON "fiscal_receipts" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "fiscal_receipts_open" ON "fiscal_receipts" USING btree ("id") WHERE state in ('due', 'sent');