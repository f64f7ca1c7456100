ALTER TABLE "workspace" ADD COLUMN     "sample_prefix" TEXT;
