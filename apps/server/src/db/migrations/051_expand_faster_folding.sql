-- Text that is ASCII without its accents, such as São Paulo, skips the comparisons with other alphabets, and text without
-- two spaces in a row skips their replacement. The result is the same.

create or replace function nollie_normalize(text) returns text language plpgsql immutable strict parallel safe as $$
  declare
    letters text := $1;
  begin
    -- Most names are ASCII and need no Unicode normalization.
    if octet_length(letters) = length(letters) then
      letters := translate(lower(letters collate "C"), e'-\t\n\r\'`', '    ');
    else
      letters := lower(regexp_replace(normalize(replace(letters, '´', ''), NFKD) collate "C",
        '[''\u0060\u02B9-\u02BF\u02C8\u2018\u2019\u201B\u2032\u055A\u05F3\uA78C'
        '\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670'
        '\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F'
        '\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE00-\uFE0F\uFEFF]+', '', 'g') collate "C");
      letters := translate(letters,
        e'-\u058A\u05BE\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00B7\u30FB\t\n\r', '               ');
      -- Most letters with accents are ASCII without them.
      if octet_length(letters) <> length(letters) then
        -- translate() compares each letter with every letter of its alphabet, so it only gets the alphabets that occur in
        -- the text.
        if letters ~ ('[\u00C6\u00D0\u00D8\u00DE\u00F0\u00F8\u0110-\u0152\u0166-\u024F\u1E9E]' collate "C") then
          letters := translate(letters,
            'ÆŒÞẞÐØðøĐđĦħıĸŁłŊŋŦŧƀƁƂƃƆƇƈƉƊƋƌƎƏƐƑƒƓƖƗƘƙƚƝƞƤƥƬƭƮƱƲƳƴƵƶƷȤȥȺȻȼȽȾɃɄɆɇɈɉɌɍɎɏ',
            'æœþßdododdhhiqllnnttbbbbɔccddddǝəeffgiikklnnpptttʊvyyzzʒzzaccltbʉeejjrryy');
        end if;
        if letters ~ ('[\u0391-\u03C9]' collate "C") then
          letters := translate(letters,
            'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩ',
            'αβγδεζηθικλμνξοπρσστυφχψω');
        end if;
        if letters ~ ('[\u0402-\u042F\u0490-\u04FF]' collate "C") then
          letters := translate(letters,
            'ЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐҒҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӃӅӇӉӋӍӘӠӨ',
            'ђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґғҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӄӆӈӊӌӎәӡө');
        end if;
        if letters ~ ('[\u0531-\u0556]' collate "C") then
          letters := translate(letters,
            'ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
            'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ');
        end if;
        if letters ~ ('[\u1C90-\u1CB0]' collate "C") then
          letters := translate(letters,
            'ᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰ',
            'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ');
        end if;
        if letters ~ ('[\u0629-\u06F9]' collate "C") then
          letters := translate(letters,
            'ٱىةیېکہھۃ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
            'ايهييكههه01234567890123456789');
        end if;
        if letters ~ ('[\u30A1-\u30FD]' collate "C") then
          letters := translate(letters,
            'ァアィイゥウェエォオカキクケコサシスセソタチッツテトナニヌネノハヒフヘホマミムメモャヤュユョヨラリルレロヮワヰヱヲンヵヶヽ',
            'ぁあぃいぅうぇえぉおかきくけこさしすせそたちっつてとなにぬねのはひふへほまみむめもゃやゅゆょよらりるれろゎわゐゑをんゕゖゝ');
        end if;
        letters := normalize(replace(replace(replace(replace(letters, 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss'), NFC);
      end if;
    end if;
    if strpos(letters collate "C", '  ') > 0 then
      letters := regexp_replace(letters collate "C", ' {2,}', ' ', 'g');
    end if;
    return btrim(letters, ' ');
  end $$;
comment on function nollie_normalize(text) is
  'Normalizes a text for search, like normalizeText of the contract. In the database because generated columns and '
  'their indexes use it. Uses no locale.';
