/** Longer distances make other words of short names. */
const maxDistance = 2;

/** What other tools call our fields, as `plainOf` writes it. */
const calledElsewhere: Readonly<Record<string, readonly string[]>> = {
  userId: ["user", "uid", "userref", "customer", "customerid", "externalid", "externaluserid", "contactid", "accountid", "distinctid"],
  event: ["eventname", "eventtype", "type", "title", "name"],
  occurredAt: ["occurred", "timestamp", "time", "date", "datetime", "createdat", "created", "eventtime", "happenedat", "sentat", "ts"],
  properties: ["props", "data", "metadata", "meta", "payload", "eventproperties", "details"],
  attributes: ["traits", "customattributes", "customfields", "fields", "userproperties", "metadata", "properties"],
  phone: ["mobile", "tel", "telephone", "phonenumber", "mobilephone", "whatsapp", "cell"],
  email: ["mail", "emailaddress", "useremail"],
  name: ["fullname", "displayname", "username", "customername"],
  level: ["severity", "kind", "priority"],
  idempotencyKey: ["messageid", "eventid", "insertid", "dedupekey"],
  dryRun: ["dry", "dryrunonly", "isdryrun"],
  from: ["since", "after", "startdate", "start", "occurredafter"],
  to: ["until", "before", "enddate", "end", "occurredbefore"],
  updatedSince: ["since", "updatedafter", "modifiedsince", "changedsince", "updatedat"],
  limit: ["pagesize", "perpage", "size", "count", "maxresults"],
  cursor: ["page", "nextcursor", "pagetoken", "after", "startingafter", "offset"],
  q: ["query", "search", "text"],
  open: ["isopen", "status", "state", "closed"],
  status: ["state", "outcome"],
  url: ["address", "endpoint", "uri", "href"],
  items: ["events", "contacts", "batch", "data", "records", "users", "customers", "list", "entries"],
  types: ["events", "eventtypes", "enabledevents", "type"],
};

/** The field that was probably meant by a name that no field has; undefined when none is like it. */
export function likelyField(name: string, fields: readonly string[]): string | undefined {
  // Longer than any name that may be meant: the distance is not looked for.
  if (name.length > 64) return undefined;
  const plain = plainOf(name);
  const same = fields.find((field) => plainOf(field) === plain);
  if (same !== undefined) return same;
  const near = fields
    // Such a difference of lengths is one of letters, too: names that are very long are not compared.
    .filter((field) => Math.abs(plain.length - plainOf(field).length) <= maxDistance)
    .map((field) => ({ field, distance: distanceOf(plain, plainOf(field)) }))
    .filter(({ field, distance }) => distance <= Math.min(maxDistance, Math.floor(field.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.field ?? fields.find((field) => calledElsewhere[field]?.includes(plain));
}

/** `user_id`, `User-ID` and `userid` are one name. */
const plainOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** How many letters have to be added, removed or replaced; two that changed places count once. */
function distanceOf(a: string, b: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const cost = a[i] === b[j] ? 0 : 1;
      const isSwapped = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      const swapped = isSwapped ? (before[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min((row[j] ?? 0) + cost, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, swapped));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
