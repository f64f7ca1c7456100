-- Chats come back from members who leave a customer waiting (docs/decisions/101).

-- CreateEnum
CREATE TYPE "come_back" AS ENUM ('off', 'queue', 'next');

-- AlterTable
ALTER TABLE "workspace" ADD COLUMN     "come_back" "come_back" NOT NULL DEFAULT 'off',
ADD COLUMN     "come_back_minutes" INTEGER NOT NULL DEFAULT 10,
ADD COLUMN     "come_back_since" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "member_online" (
    "workspace_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "member_online_pkey" PRIMARY KEY ("workspace_id","account_id")
);
