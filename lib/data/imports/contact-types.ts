import * as contacts from "@/lib/context/contacts";
import { readCsv } from "@/lib/kernel/csv-read";
import type { Column, ValueType } from "./contract";
import { unitsOf } from "./encoding";
import { userIdsOf } from "./line";
import { pieceBytes, read } from "./pieces";
import type { Row } from "./row";

/** So many lines of the file are looked at for contacts that there are already. */
const maxLines = 200;

/** The types that contacts have under the names of the columns whose type nobody has said: those of the first lines, and others. @throws unavailable */
export async function typesOfContacts(workspaceId: string, row: Row, columns: readonly Column[]): Promise<ReadonlyMap<string, ValueType>> {
  const names = columns.flatMap(({ target }) => (target?.kind === "attribute" && !target.type ? [target.name] : []));
  if (names.length === 0) return new Map();
  const { id, dataOffset, encoding, delimiter, bytes } = row;
  const number = Math.floor(dataOffset / pieceBytes);
  const piece = await read({ workspaceId, id }, number);
  const text = piece ? unitsOf(piece.subarray(dataOffset - number * pieceBytes), encoding) : "";
  const { records } = readCsv(text, { delimiter, max: maxLines, isEnd: bytes <= pieceBytes });
  return contacts.attributeTypes(workspaceId, names, userIdsOf(records, { ...row, columns }));
}
