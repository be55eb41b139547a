-- changes data: payments get the amount that was taken, and the ledger gets what was paid, funded and given back before
CREATE TABLE "ledger_balances" (
	"account" text PRIMARY KEY NOT NULL,
	"balance" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_checks" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"entries" bigint NOT NULL,
	"differences" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"transfer_id" bigint NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "ledger_entries_transfer_id_account_pk" PRIMARY KEY("transfer_id","account")
);
--> statement-breakpoint
CREATE TABLE "ledger_transfers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_transfers_cause_unique" UNIQUE("cause")
);
--> statement-breakpoint
ALTER TABLE "payment_refunds" DROP CONSTRAINT "payment_refunds_paymentId_unique";--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "commission" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "captured_amount" bigint;--> statement-breakpoint
ALTER TABLE "simulated_bank" ADD COLUMN "refunded" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_parts" ADD COLUMN "commission" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transfer_id_ledger_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_entries_account" ON "ledger_entries" USING btree ("account","transfer_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_payment" ON "payment_refunds" USING btree ("payment_id");--> statement-breakpoint
-- Money that was given back before refunds had rows of their own.
INSERT INTO "payment_refunds" ("payment_id", "amount", "reason", "requested_at", "refunded_at")
	SELECT p."id", p."amount", CASE WHEN o."status" = -1 THEN 'cancelled' ELSE 'method' END, coalesce(o."refunded_at", p."created_at"),
		CASE WHEN p."state" = 'refunded' THEN coalesce(o."refunded_at", p."created_at") END
	FROM "payments" p JOIN "orders" o ON o."id" = p."order_id"
	WHERE p."state" IN ('refunding', 'refunded') AND NOT EXISTS (SELECT 1 FROM "payment_refunds" r WHERE r."payment_id" = p."id") ORDER BY p."id";--> statement-breakpoint
UPDATE "payments" SET "captured_amount" = coalesce((SELECT r."amount" FROM "payment_refunds" r WHERE r."payment_id" = "payments"."id"), "amount")
	WHERE "state" IN ('captured', 'refunding', 'refunded');--> statement-breakpoint
UPDATE "simulated_bank" SET "refunded" = "amount" WHERE "status" = 4;--> statement-breakpoint
-- The books of yesterday: what was taken, what was paid at the door, what orders it funded, what went back. No commission had been agreed then.
INSERT INTO "ledger_transfers" ("kind", "cause", "at")
	WITH taken AS (SELECT * FROM "payments" WHERE "captured_amount" > 0),
	door AS (
		SELECT t.* FROM "order_tenders" t
		WHERE t."state" IN ('captured', 'refunded') AND t."amount" > 0 AND NOT EXISTS (SELECT 1 FROM taken WHERE taken."tender_id" = t."id")),
	covered AS (
		SELECT t."order_id", sum(t."amount") AS "amount" FROM "order_tenders" t WHERE t."state" IN ('captured', 'refunded') GROUP BY t."order_id"),
	funded AS (SELECT o.* FROM "orders" o JOIN covered ON covered."order_id" = o."id" WHERE covered."amount" >= o."total" AND o."total" > 0),
	refunds AS (
		SELECT r.*, r."amount" = f."total" AND row_number() OVER (PARTITION BY p."tender_id", r."reason" ORDER BY p."id") = 1
			AND r."reason" = 'cancelled' AND t."state" IN ('captured', 'refunded') AS "whole"
		FROM "payment_refunds" r JOIN taken p ON p."id" = r."payment_id" JOIN "order_tenders" t ON t."id" = p."tender_id"
		LEFT JOIN funded f ON f."id" = p."order_id")
	SELECT "kind", "cause", "at" FROM (
		SELECT 'payment.captured' AS "kind", 'payment:' || "id" || ':captured' AS "cause", "created_at" AS "at", 1 AS "step" FROM taken
		UNION ALL SELECT 'door.received', 'tender:' || "id" || ':received', "created_at", 1 FROM door
		UNION ALL SELECT 'order.funded', 'order:' || "id" || ':funded', coalesce("paid_at", "created_at"), 2 FROM funded
		UNION ALL SELECT CASE WHEN "whole" THEN 'order.refunded' ELSE 'receivable.refunded' END, 'refund:' || "id", "requested_at", 3 FROM refunds
		UNION ALL SELECT 'refund.sent', 'refund:' || "id" || ':sent', "refunded_at", 4 FROM refunds WHERE "refunded_at" IS NOT NULL
	) "events" ORDER BY "at", "step";--> statement-breakpoint
INSERT INTO "ledger_entries" ("transfer_id", "account", "amount")
	WITH shares AS (
		SELECT p."order_id", 'payable:supplier:' || p."supplier_id" AS "account", p."items_price" + p."packing_price" AS "amount" FROM "order_parts" p
		UNION ALL SELECT o."id", 'revenue:delivery', o."delivery_price" FROM "orders" o
		UNION ALL SELECT o."id", 'revenue:service-fee', o."total" - o."delivery_price"
			- coalesce((SELECT sum(p."items_price" + p."packing_price") FROM "order_parts" p WHERE p."order_id" = o."id"), 0) FROM "orders" o),
	entries AS (
		SELECT 'payment:' || "id" || ':captured' AS "cause", 'clearing:' || "provider" AS "account", -"captured_amount" AS "amount" FROM "payments"
		UNION ALL SELECT 'payment:' || "id" || ':captured', 'receivable:order:' || "order_id", "captured_amount" FROM "payments"
		UNION ALL SELECT 'tender:' || "id" || ':received', 'cash:courier:any', -"amount" FROM "order_tenders"
		UNION ALL SELECT 'tender:' || "id" || ':received', 'receivable:order:' || "order_id", "amount" FROM "order_tenders"
		UNION ALL SELECT 'order:' || "id" || ':funded', 'receivable:order:' || "id", -"total" FROM "orders"
		UNION ALL SELECT 'order:' || "order_id" || ':funded', "account", "amount" FROM shares
		UNION ALL SELECT 'refund:' || r."id", 'refund:pending:' || p."provider", r."amount" FROM "payment_refunds" r JOIN "payments" p ON p."id" = r."payment_id"
		UNION ALL SELECT 'refund:' || r."id" || ':sent', 'refund:pending:' || p."provider", -r."amount" FROM "payment_refunds" r JOIN "payments" p ON p."id" = r."payment_id"
		UNION ALL SELECT 'refund:' || r."id" || ':sent', 'clearing:' || p."provider", r."amount" FROM "payment_refunds" r JOIN "payments" p ON p."id" = r."payment_id")
	SELECT t."id", e."account", e."amount" FROM entries e JOIN "ledger_transfers" t ON t."cause" = e."cause" WHERE e."amount" <> 0
	UNION ALL
	SELECT t."id", 'receivable:order:' || p."order_id", -r."amount" FROM "payment_refunds" r JOIN "payments" p ON p."id" = r."payment_id"
		JOIN "ledger_transfers" t ON t."cause" = 'refund:' || r."id" AND t."kind" = 'receivable.refunded'
	UNION ALL
	SELECT t."id", s."account", -s."amount" FROM "payment_refunds" r JOIN "payments" p ON p."id" = r."payment_id"
		JOIN "ledger_transfers" t ON t."cause" = 'refund:' || r."id" AND t."kind" = 'order.refunded'
		JOIN shares s ON s."order_id" = p."order_id" WHERE s."amount" <> 0;--> statement-breakpoint
CREATE FUNCTION "ledger_refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the ledger is only added to: % of % is refused', lower(TG_OP), TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_transfers_keep" BEFORE UPDATE OR DELETE ON "ledger_transfers" FOR EACH ROW EXECUTE FUNCTION "ledger_refuse_change"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_keep" BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION "ledger_refuse_change"();--> statement-breakpoint
CREATE TRIGGER "ledger_transfers_keep_all" BEFORE TRUNCATE ON "ledger_transfers" FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_keep_all" BEFORE TRUNCATE ON "ledger_entries" FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();--> statement-breakpoint
CREATE FUNCTION "ledger_require_zero"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (SELECT sum("amount") FROM "ledger_entries" WHERE "transfer_id" = NEW."transfer_id") <> 0 THEN
		RAISE EXCEPTION 'ledger transfer % is not zero', NEW."transfer_id" USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_entries_zero" AFTER INSERT ON "ledger_entries" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION "ledger_require_zero"();--> statement-breakpoint
-- No CHECK, which an upsert would apply to what it would insert.
CREATE FUNCTION "ledger_refuse_debt"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'there is not enough in %', NEW."account" USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_balances_not_below_zero';
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_balances_not_below_zero" AFTER INSERT OR UPDATE ON "ledger_balances" FOR EACH ROW WHEN (NEW."balance" < 0)
	EXECUTE FUNCTION "ledger_refuse_debt"();
