import { test } from "@playwright/test";
import type { Target } from "@/lib/data/imports/contract";
import { guess } from "@/lib/data/imports/guess";
import { readLine } from "@/lib/data/imports/line";
import { expect } from "../../support/expect";

const said = (target: Target | null | undefined) =>
  !target ? "-" : target.kind === "attribute" ? `attributes.${target.name}` : target.kind;

/** What is guessed of a header line and lines of values, as `field: header` of each column that is given one. */
function guessed(headers: readonly string[], lines: readonly (readonly string[])[]): Record<string, string> {
  const columns = headers.map((header, index) => ({ header, cells: lines.map((cells) => cells[index] ?? "") }));
  const found: Record<string, string> = {};
  for (const [index, target] of guess(columns).entries()) {
    if (!target) continue;
    const field = said(target);
    found[field] = found[field] === undefined ? (headers[index] ?? "") : `${found[field]} + ${headers[index]}`;
  }
  return found;
}

/** The headers of exports as their tools write them. A field whose values matter is given with them. */
const exports: [tool: string, headers: string, expected: Record<string, string>, lines?: string[]][] = [
  [
    "Freshdesk",
    "Full name,Title,Company,Email,Work phone,Mobile phone,Twitter id,Contact ID,Unique external ID,Address,Time zone,Language,Tags,About",
    { userId: "Unique external ID", name: "Full name", email: "Email", phone: "Mobile phone" },
  ],
  [
    "Brevo",
    "CONTACT ID,EMAIL,FIRSTNAME,LASTNAME,SMS,EXT_ID,LANDLINE_NUMBER,WHATSAPP,DOUBLE_OPT-IN,OPT_IN,ADDED_TIME,MODIFIED_TIME",
    { userId: "EXT_ID", name: "FIRSTNAME + LASTNAME", email: "EMAIL", phone: "WHATSAPP" },
  ],
  [
    "Brevo without WhatsApp, in French",
    "CONTACT ID;EMAIL;NOM;PRENOM;SMS;EXT_ID".replaceAll(";", ","),
    { userId: "EXT_ID", name: "NOM + PRENOM", email: "EMAIL", phone: "SMS" },
  ],
  [
    "Stripe, customers",
    "id,Description,Email,Name,Created (UTC),Delinquent,Card ID,Card Last4,Plan,Status,Total Spend,user_id (metadata),order_id (metadata)",
    { userId: "user_id (metadata)", name: "Name", email: "Email" },
  ],
  ["Stripe without metadata", "id,Email,Name,Card ID,Default Source", { userId: "id", name: "Name", email: "Email" }],
  [
    "HubSpot",
    "Record ID,First Name,Last Name,Email,Phone Number,Mobile Phone Number,Contact owner,Associated Company IDs,Lead Status,External ID",
    { userId: "External ID", name: "First Name + Last Name", email: "Email", phone: "Mobile Phone Number" },
  ],
  [
    "Intercom",
    "Name,Owner,Lead category,Email,Phone,User ID,First Seen (UTC),Last seen (UTC),Company ID,Company name,Intercom ID,Unsubscribed from Emails",
    { userId: "User ID", name: "Name", email: "Email", phone: "Phone" },
  ],
  [
    "Intercom, its API's names",
    "id,workspace_id,external_id,role,email,phone,name,avatar",
    { userId: "external_id", name: "name", email: "email", phone: "phone" },
  ],
  [
    "Zendesk",
    "id,url,name,email,created_at,phone,shared_phone_number,locale_id,organization_id,role,verified,external_id,tags,alias,suspended",
    { userId: "external_id", name: "name", email: "email", phone: "phone" },
  ],
  [
    "Shopify",
    "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Note,Tags",
    { userId: "Customer ID", name: "First Name + Last Name", email: "Email", phone: "Phone" },
  ],
  [
    "Mailchimp",
    "Email Address,First Name,Last Name,Address,Phone Number,MEMBER_RATING,OPTIN_IP,LEID,EUID,TAGS",
    { name: "First Name + Last Name", email: "Email Address", phone: "Phone Number" },
  ],
  [
    "Klaviyo",
    "Email,Klaviyo ID,First Name,Last Name,Phone Number,External ID,Email Marketing Consent",
    { userId: "External ID", name: "First Name + Last Name", email: "Email", phone: "Phone Number" },
  ],
  [
    "Pipedrive",
    "Person - ID,Person - Name,Person - Email - Work,Person - Phone - Work,Person - Phone - Mobile,Person - Organization",
    { userId: "Person - ID", name: "Person - Name", email: "Person - Email - Work", phone: "Person - Phone - Mobile" },
  ],
  [
    "Salesforce",
    "Contact ID,Salutation,First Name,Last Name,Account Name,Account ID,Email,Business Phone,Home Phone,Mobile,Fax,External_Id__c",
    { userId: "External_Id__c", name: "First Name + Last Name", email: "Email", phone: "Mobile" },
  ],
  [
    "Auth0",
    "user_id,email,email_verified,name,nickname,given_name,family_name,phone_number,last_ip",
    { userId: "user_id", name: "given_name + family_name", email: "email", phone: "phone_number" },
  ],
  [
    "Google contacts",
    "Name Prefix,First Name,Middle Name,Last Name,Phonetic First Name,Nickname,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value",
    { name: "First Name + Middle Name + Last Name", email: "E-mail 1 - Value", phone: "Phone 1 - Value" },
  ],
  [
    "Outlook",
    "Title,First Name,Middle Name,Last Name,Company,E-mail Address,E-mail 2 Address,Home Phone,Business Phone,Mobile Phone,Business Fax",
    { name: "First Name + Middle Name + Last Name", email: "E-mail Address", phone: "Mobile Phone" },
  ],
  [
    "Outlook, in German",
    "Anrede,Vorname,Weitere Vornamen,Nachname,Firma,E-Mail-Adresse,Fax geschäftlich,Telefon geschäftlich,Telefon privat,Mobiltelefon",
    { name: "Vorname + Weitere Vornamen + Nachname", email: "E-Mail-Adresse", phone: "Mobiltelefon" },
  ],
  [
    "WooCommerce",
    "ID,user_login,user_email,first_name,last_name,billing_company,billing_phone,shipping_phone",
    { userId: "ID", name: "first_name + last_name", email: "user_email", phone: "billing_phone" },
  ],
  [
    "WooCommerce, orders",
    "Order ID,Customer ID,First Name (Billing),Last Name (Billing),Email (Billing),Phone (Billing),Order Total",
    { userId: "Customer ID", name: "First Name (Billing) + Last Name (Billing)", email: "Email (Billing)", phone: "Phone (Billing)" },
  ],
  [
    "Chargebee",
    "customer[id],customer[first_name],customer[last_name],customer[email],customer[phone],customer[company],subscription[id]",
    { userId: "customer[id]", name: "customer[first_name] + customer[last_name]", email: "customer[email]", phone: "customer[phone]" },
  ],
  ["Segment", "anonymousId,userId,email,traits.plan,external_id", { userId: "userId", email: "email" }],
  [
    "German shop",
    "Kd-Nr.,Anrede,Nachname,Vorname,Straße,PLZ,Telefon,Handy,E-Mail,Externe Kundennummer",
    { userId: "Externe Kundennummer", name: "Nachname + Vorname", email: "E-Mail", phone: "Handy" },
  ],
  [
    "German invoices",
    "Kundennummer,Firmenname,Name,Vorname,USt-ID,Telefonnummer,Mobil,E-Mail-Adresse",
    { userId: "Kundennummer", name: "Name + Vorname", email: "E-Mail-Adresse", phone: "Mobil" },
    ["7,,Okafor,Ada,,,,"],
  ],
  [
    "Spanish shop",
    "ID externo,Apellidos,Nombre,Teléfono fijo,Móvil,Correo electrónico,NIF",
    { userId: "ID externo", name: "Apellidos + Nombre", email: "Correo electrónico", phone: "Móvil" },
  ],
  [
    "Spanish, two family names",
    "Número de cliente,Apellido paterno,Apellido materno,Nombres,Celular,Dirección de correo",
    { userId: "Número de cliente", name: "Apellido paterno + Apellido materno + Nombres", email: "Dirección de correo", phone: "Celular" },
  ],
  [
    "Portuguese",
    "Código do cliente,Sobrenome,Nome,Telefone comercial,Celular,E-mail,CPF",
    { userId: "Código do cliente", name: "Sobrenome + Nome", email: "E-mail", phone: "Celular" },
  ],
  [
    "Portuguese of Portugal",
    "ID externo,Apelido,Nome próprio,Telefone,Telemóvel,Correio eletrónico",
    { userId: "ID externo", name: "Apelido + Nome próprio", email: "Correio eletrónico", phone: "Telemóvel" },
  ],
  [
    "the product's own",
    "userId,name,email,phone,createdAt,updatedAt,aliases,tags,attributes.plan,attributes.seats,attributes",
    {
      userId: "userId",
      name: "name",
      email: "email",
      phone: "phone",
      "attributes.plan": "attributes.plan",
      "attributes.seats": "attributes.seats",
    },
  ],
  ["a column of reasons", "id,email,reason", { userId: "id", email: "email" }, ["u1,a@example.com,email must look like an address"]],
  ["a whole name beside its half", "id,Vorname,Name", { userId: "id", name: "Name" }, ["u1,Ada,Ada Okafor", "u2,Bo,Bo Lind"]],
  ["mobile numbers that are all missing", "id,Mobile,Phone", { userId: "id", phone: "Phone" }, ["u1,,+447911123456"]],
  [
    "an external id that several share",
    "External ID,User ID,Email",
    { userId: "User ID", email: "Email" },
    ["x,1,a@example.com", "x,2,b@example.com"],
  ],
];
for (const [tool, headers, expected, lines] of exports)
  test(`guesses the columns of an export: ${tool}`, () => {
    const names = headers.split(",");
    const cells = lines?.map((line) => line.split(",")) ?? [names.map((_, index) => `v${index}`)];
    expect(guessed(names, cells)).toEqual(expected);
  });

const nameOf = (headers: readonly string[], cells: readonly string[]) => {
  const columns = ["id", ...headers].map((header, index) => ({
    index,
    header,
    target: { kind: index === 0 ? ("userId" as const) : ("name" as const) },
  }));
  const line = readLine(
    { cells: ["u1", ...cells], line: 2, quoted: [], brokenCell: undefined },
    { columns, encoding: "utf-8", defaultCountry: null },
  );
  return "fields" in line ? line.fields.name : line;
};

test("puts the first name first, whatever the order of the columns", () => {
  const halves: [last: string, first: string][] = [
    ["Nachname", "Vorname"],
    ["Name", "Vorname"],
    ["Apellidos", "Nombre"],
    ["Apellidos", "Nombre de pila"],
    ["Sobrenome", "Nome"],
    ["Apelido", "Nome próprio"],
    ["Last name", "First name"],
    ["Surname", "Given name"],
    ["last", "first"],
    ["LASTNAME", "FIRSTNAME"],
    ["Family Name", "Name"],
    ["NOM", "PRENOM"],
  ];
  for (const [last, first] of halves) {
    expect(nameOf([last, first], ["Okafor", "Ada"]), `${last};${first}`).toBe("Ada Okafor");
    expect(nameOf([first, last], ["Ada", "Okafor"]), `${first};${last}`).toBe("Ada Okafor");
  }
  expect(nameOf(["Segundo apellido", "Primer apellido", "Nombre"], ["Luna", "Ruiz", "Eva"])).toBe("Eva Ruiz Luna");
  expect(nameOf(["Last Name", "Middle Name", "First Name"], ["Okafor", "B.", "Ada"])).toBe("Ada B. Okafor");
  // The order of the file stays where headers say nothing.
  expect(nameOf(["one", "two"], ["Ada", "Okafor"])).toBe("Ada Okafor");
});

test("our own export is known whole, and tags or JSON of others only by what is in them", () => {
  const own = ["userId", "name", "email", "phone", "createdAt", "updatedAt", "aliases", "tags", "attributes.plan", "attributes"];
  expect(guess(own.map((header) => ({ header, cells: [] }))).map(said)).toEqual(
    own.map((header) => (["createdAt", "updatedAt", "aliases"].includes(header) ? "-" : header)),
  );
  const column = (header: string, ...cells: string[]) => said(guess([{ header, cells }])[0]);
  expect(column("tags", '["VIP"]', "")).toBe("tags");
  expect(column("attributes", '{"plan":"5"}')).toBe("attributes");
  for (const cells of [[], ["VIP"], ['["VIP"]', "VIP"]]) expect(column("tags", ...cells)).toBe("-");
  expect(column("Tags", '["VIP"]')).toBe("-");
});
