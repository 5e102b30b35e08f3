/** Words that mean something else in another language are left out. */
const WORDS: Readonly<Record<string, string>> = {
  name: `назва,назив,naziv,pavadinimas,nimetus,nosaukums,nazov,názov,název,ime,име,tên,tên địa điểm,nama,nama tempat,jina,adı,isim,
    שם,שם המתקן,שם האתר,שם המקום,שם הפארק,الاسم,اسم,اسم الموقع,نام,नाम,নাম,பெயர்,ชื่อ,ชื่อสถานที่,denumire,denumirea,denumire obiect,nume,név,megnevezés,
    όνομα,ονομασία,izena,nafn,heiti,emri,სახელი,անուն,нэр,атауы,nomo,enw,ainm,paikan nimi,kohteen nimi,designação,designacion`,
  description: `kuvaus,lisätiedot,lisätieto,uwagi,popis,poznámka,poznámky,leírás,megjegyzés,опис,примітки,примечание,примечания,תיאור,הערות,설명,비고,mô tả,
    keterangan,deskripsi,maelezo,توضیحات,الوصف,περιγραφή,apraksts,aprašymas,kirjeldus,märkused,descriere,observații,açıklama,lýsing,merknad,merknader,
    anmärkning,bemærkning,bemærkninger,विवरण,คำอธิบาย,beschrijving,opmerkingen,azalpena`,
  address: `adress,enderezo,ünvan,manzil,indirizz,adreso,მისამართი,հասցե,ঠিকানা,முகவரி,پتہ,хаяг,osoite,katuosoite,käyntiosoite,lähiosoite,gatuadress,besöksadress,gateadresse,besøksadresse,адреса,cím,adresa,địa chỉ,alamat,anwani,כתובת,العنوان,
    آدرس,نشانی,पता,ที่อยู่,διεύθυνση,소재지지번주소,지번주소,소재지,소재지주소,aadress,adresas,adrese,helbidea,heimilisfang,adresi,адрас,мекенжай,ulica i numer,domicilio,
    direccion completa,adresse complète`,
  street: `ulica,katu,gata,gade,utca,ulice,רחוב,οδός,tänav,iela,gatvė,strada,sokak,cadde,улица,вулиця,đường,jalan,logradouro,nazwa ulicy`,
  house_number: `numer domu,nr domu,nr budynku,numer budynku,no civique,numéro civique,numero civico,מספר בית,házszám,číslo popisné,číslo domu,husnummer,talonumero`,
  city: `població,localitat,municipi,concello,herria,località,localidade,freguesia,tätort,tettsted,asula,qyteti,bashkia,grad,općina,opština,občina,naselje,
    град,општина,община,город или посёлок,şehir,şəhər,ქალაქი,քաղաք,शहर,เมือง,bandar,lokalità,tref,dinas,baile,kaupunki,paikkakunta,miejscowość,gmina,kunta,kuntanimi,kunnan nimi,postitoimipaikka,kommun,kommune,poststed,postort,obec,město,mesto,település,város,місто,населений пункт,населено място,עיר,יישוב,
    רשות מקומית,comuna,concelho,município,thành phố,quận,kota,kabupaten,mji,المدينة,شهر,πόλη,δήμος,oraș,localitate,linn,miestas,pilsēta,시군구,시군구명,udalerria`,
  state: `województwo,maakunta,fylke,županija,județ,megye,시도,시도명,provincie,county,uf,tỉnh,provinsi,wilaya,المحافظة,استان,область,νομός,maakond`,
  country: `kraj lub państwo,państwo,maa,ország,země,krajina,країна,държава,država,ארץ,מדינה,국가,quốc gia,negara,nchi,البلد,کشور,χώρα,țara,ülke,riik,valsts,šalis`,
  postal_code: `postinumero,kod pocztowy,psč,irányítószám,postikood,pasta indekss,pašto kodas,cod poștal,posta kodu,우편번호,מיקוד,mã bưu điện,kode pos,поштовий індекс,пощенски код,
    poštanski broj,poštna številka,ταχυδρομικός κώδικας,الرمز البريدي,کد پستی,posta-kodea,postalnummer`,
}

/** Words for fields in more languages. They rank after the names in `field-names.ts`, and are compared in the same way. */
export const FIELD_WORDS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(WORDS).map(([field, words]) => [field, words.split(',').map((word) => word.trim())]),
)
