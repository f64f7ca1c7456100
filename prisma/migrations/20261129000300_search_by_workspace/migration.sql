-- A turn of the search takes what waits of one workspace.
-- CreateIndex
CREATE INDEX "search_todo_workspace_id_id_idx" ON "search_todo"("workspace_id", "id");
