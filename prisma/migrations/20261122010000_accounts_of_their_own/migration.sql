-- CreateEnum
CREATE TYPE "password_by" AS ENUM ('self', 'operator', 'admin');

-- AlterTable
ALTER TABLE "account" ADD COLUMN     "password_by" "password_by" NOT NULL DEFAULT 'admin';

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "epoch" INTEGER NOT NULL,
    "agent" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reset_link" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "workspace_id" UUID,
    "made_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "reset_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "open_for" TEXT,
    "role" "role" NOT NULL,
    "hash" TEXT NOT NULL,
    "made_by" UUID,
    "maker_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "session_account_id_network_idx" ON "session"("account_id", "network");

-- CreateIndex
CREATE INDEX "session_created_at_idx" ON "session"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "reset_link_hash_key" ON "reset_link"("hash");

-- CreateIndex
CREATE INDEX "reset_link_account_id_idx" ON "reset_link"("account_id");

-- CreateIndex
CREATE INDEX "invitation_hash_idx" ON "invitation"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_workspace_id_open_for_key" ON "invitation"("workspace_id", "open_for");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reset_link" ADD CONSTRAINT "reset_link_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Whose password is known to somebody else is told by the audit log: the last entry that says who chose it. An account of
-- which it says nothing is older than the log; only the one of the first set-up is known to have chosen its own.
WITH "said" AS (
    SELECT "a"."id", "e"."created_at" AS "at", 'self' AS "by"
    FROM "audit_entry" "e" JOIN "account" "a" ON "a"."id" = "e"."account_id"
    WHERE "e"."what" = 'member.password_changed'
    UNION ALL
    SELECT "a"."id", "e"."created_at", CASE WHEN "e"."account_id" IS NULL THEN 'operator' ELSE 'admin' END
    FROM "audit_entry" "e" JOIN "account" "a" ON "a"."email" = "e"."details"->>'email'
    WHERE "e"."what" = 'member.password_reset'
    UNION ALL
    -- An account that was there already kept its password.
    SELECT "a"."id", "e"."created_at", CASE WHEN "e"."account_id" IS NULL THEN 'operator' ELSE 'admin' END
    FROM "audit_entry" "e" JOIN "account" "a" ON "a"."email" = "e"."details"->>'email'
    WHERE "e"."what" = 'member.added' AND abs(extract(epoch FROM "e"."created_at" - "a"."created_at")) < 10
    UNION ALL
    SELECT "a"."id", "e"."created_at", CASE WHEN "e"."account_id" IS NULL THEN 'operator' ELSE 'self' END
    FROM "audit_entry" "e" JOIN "account" "a" ON "a"."email" = "e"."details"->>'owner'
    WHERE "e"."what" = 'workspace.created' AND abs(extract(epoch FROM "e"."created_at" - "a"."created_at")) < 10
), "last" AS (
    SELECT DISTINCT ON ("id") "id", "by" FROM "said" ORDER BY "id", "at" DESC
), "first" AS (
    SELECT "a"."id" FROM "account" "a" JOIN "installation" "i" ON abs(extract(epoch FROM "i"."set_up_at" - "a"."created_at")) < 10
)
UPDATE "account" SET "password_by" = coalesce(
    (SELECT "by" FROM "last" WHERE "last"."id" = "account"."id"),
    CASE WHEN "account"."id" IN (SELECT "id" FROM "first") THEN 'self' ELSE 'admin' END
)::"password_by";
