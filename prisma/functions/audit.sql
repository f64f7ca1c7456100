-- Entries of the audit log are deleted with their workspace, and only then.
CREATE OR REPLACE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
--- postgresql 09ecc496
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM @workspace@ w WHERE w."id" = OLD."workspace_id" AND w."deleted_at" IS NOT NULL) THEN RETURN OLD; END IF;
  END IF;
--- citus
DECLARE
  is_deleted BOOLEAN;
BEGIN
  IF TG_OP = 'DELETE' THEN
    EXECUTE format('SELECT EXISTS (SELECT FROM %s w WHERE w."id" = $1 AND w."deleted_at" IS NOT NULL)', shard_of('workspace', OLD."workspace_id"))
      INTO is_deleted USING OLD."workspace_id";
    IF is_deleted THEN RETURN OLD; END IF;
  END IF;
--- both
  RAISE EXCEPTION 'The audit log is append-only.';
END $$;
