ALTER TABLE "products" DROP CONSTRAINT "products_supplier_id_suppliers_id_fk";
--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_department_id_departments_id_fk";
--> statement-breakpoint
ALTER TABLE "departments" ADD CONSTRAINT "departments_supplier" UNIQUE("supplier_id","id");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_department" FOREIGN KEY ("supplier_id","department_id") REFERENCES "public"."departments"("supplier_id","id") ON DELETE no action ON UPDATE no action;
