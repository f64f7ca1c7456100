ALTER TABLE "workspace" ADD COLUMN     "widget_test" JSONB;
