CREATE TABLE "currency_rates" (
	"code" text PRIMARY KEY NOT NULL,
	"amd" double precision NOT NULL,
	"rated_on" date NOT NULL,
	"source" jsonb NOT NULL
);
