import { expect, test } from "vitest";
import { detectLanguage } from "./detect-language.ts";

test.each([
  ["en", "Our new tool is here, and you can try it for free: https://example.com/der/die/das"],
  ["de", "Wir haben das Werkzeug für die Arbeit und es ist nicht teuer."],
  ["fr", "Nous vous présentons une nouveauté pour les équipes, et elle est gratuite dans l'application."],
  ["es", "Hoy es el día que los equipos esperaban para trabajar con una herramienta nueva."],
  ["it", "Oggi è il giorno che gli altri aspettavano per una novità della casa, e non è tutto."],
  ["pt", "O dia que os nossos clientes não esperavam: uma novidade para todos, com mais opções."],
  ["nl", "Het is een dag voor het team, en wij zijn niet klaar met de rest van dat werk."],
  ["ja", "新しいツールを公開しました。どうぞお試しください。"],
  ["zh", "我们今天发布了一个新的工具，欢迎试用。"],
  ["ko", "오늘 새로운 도구를 공개했습니다."],
  ["el", "Σήμερα παρουσιάζουμε ένα νέο εργαλείο."],
])("a text in %s is recognised", (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

test.each([
  "",
  "OK",
  "Postwright 1.0",
  "https://example.com/the/and/of/to",
  "#the @and 👩‍👩‍👧",
  "Сегодня вышла новая версия",
])("no language is named for %j, which may be of several", (text) => {
  expect(detectLanguage(text)).toBeNull();
});
